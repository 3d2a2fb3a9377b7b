const { join } = require('node:path');

/** The same tests, and what they see goes to the README. */
process.env.PICTURES = join(__dirname, '../../../docs/pictures');
module.exports = require('./jest.config.js');
