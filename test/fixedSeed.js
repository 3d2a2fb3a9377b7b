const fc = require('fast-check');

// What a change is judged by does not depend on luck; the weekly run against the newest n8n draws anew.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });
