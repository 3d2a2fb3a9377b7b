import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config({
	files: ['**/*.ts'],
	extends: [js.configs.recommended, tseslint.configs.recommended],
	rules: {
		'no-undef': 'off',
		'@typescript-eslint/no-explicit-any': 'error',
	},
});
