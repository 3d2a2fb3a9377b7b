const { join } = require('node:path');

/** The same tests, but their pictures go to the README. */
process.env.PICTURES = join(__dirname, '../../../docs/pictures');
module.exports = require('./jest.config.js');
