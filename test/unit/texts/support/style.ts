import { plain } from './pages';

/** The rules of docs/development/style.md that a pattern can check. */
interface Rule {
	pattern: RegExp;
	/** What to write instead. */
	instead: string;
}

export const RULES: Rule[] = [
	{
		pattern: /\b(?:some|any|no)body\b|\bsomeone\b|\bno one\b|\bwho(?:m)?ever\b/i,
		instead: 'name the actor: the user, the caller, the process, n8n, the venue',
	},
	{ pattern: /(?:^|[.:;] )One that\b/, instead: 'name what does it' },
	{
		pattern: /,\s+so that\b/i,
		instead: 'a result is “so”; a purpose is “so that” without a comma',
	},
	{ pattern: /\bin the same (?:moment|instant)\b/i, instead: 'at the same moment' },
	{ pattern: /\b(?:is|are|was|were) said\b/i, instead: 'name who reports it, or “is reported”' },
	{ pattern: /\bhave met (?:it|one|them)\b/i, instead: 'say what happened' },
	{
		pattern: /\bturn(?:s|ed)? (?:calls )?(?:down|away)\b/i,
		instead: 'rejects, or “fails and says why”',
	},
	{ pattern: /\btakes?\b[^.]*\bto (?:its|their) end\b/i, instead: 'keeps …ing while it stops' },
	{
		pattern:
			/\b(?:polls|runs|keeps) on (?:\w+ing|while)\b|\b(?:go|goes) on (?:\w+ing|while)\b|\bpolls on\b/i,
		instead: 'keeps …ing',
	},
	{ pattern: /\bfrom \d+ upwards?\b/i, instead: '1 or more' },
	{ pattern: /(?:^|[.:] )By how (?:many|much)\b/, instead: 'How many more …' },
	{ pattern: /\b(?:is|are|was) being maintained\b/i, instead: 'is down for maintenance' },
	{ pattern: /\btakes? (?:too )?long to\b/i, instead: 'is slow to' },
	{ pattern: /\bbuild along\b/i, instead: 'contribute' },
	{ pattern: /\bfrom (?:when|the moment of \w+|…) on\b/i, instead: 'from …, or after …' },
	{ pattern: /\bhears? of it\b/i, instead: 'is told' },
	{ pattern: /\bweakness/i, instead: 'security vulnerability' },
	{ pattern: /\bsays? what is missing\b/i, instead: 'if it is missing, the test says so' },
	{ pattern: /\bhad got\b/i, instead: 'had, or “used”' },
	{ pattern: /\bonly the [\w’' ]+ (?:knows|tells)(?=[.,:]|$)/i, instead: 'begin with the subject' },
	{ pattern: /\bnothing (?:\w+ )?tells\b/i, instead: 'nothing shows' },
	{
		pattern:
			/\b(?:undefined|nothing|throws|the same|ends|0|empty) where\b|\bwhere (?:there (?:is|are) no(?:ne)?|nothing|none)\b/i,
		instead: '“if” for a condition; “where” for a place',
	},
	{ pattern: /(?:^|[.:;] )Who [^?]*$|\bfor who\b/, instead: 'the user who, callers that' },
	{ pattern: /(?:^|[.:] )Says (?:whether|no|what|how)\b/, instead: 'returns whether' },
	{ pattern: /(?:^|[.:] )So (?:many|much|few)\b/, instead: 'how many' },
	{ pattern: /\bbeside (?:the usual|those|what|that|such)\b/i, instead: 'besides, in addition to' },
	{ pattern: /(?:^|[.:] )Such as\b/, instead: 'for example' },
	{ pattern: /\b(?:tells?|sees?|says?) by (?:it|what)\b/i, instead: 'it shows' },
	{ pattern: /\bwhatever (?:became|came|becomes|comes) of\b/i, instead: 'name the outcomes' },
	{ pattern: /\blet(?:s|ting)? go\b/i, instead: 'drops' },
	{ pattern: /\blook(?:s|ed)? on\b/i, instead: 'is watching, is waiting' },
	{
		pattern: /\b(?:stand|stands|stood|standing|waiting) in (?:the (?:other )?)?line\b/i,
		instead: 'queue',
	},
	{
		pattern:
			/\b(?:colours?|behaviour|favour|honour|centre|licence|whilst|(?:organ|recogn|initial|serial|normal|synchron|author)is(?:e|ed|es|ing)\b)/i,
		instead: 'US spelling',
	},
];

interface Finding {
	sentence: string;
	instead: string;
}

const MOST_WORDS = 40;

const TOO_LONG = `at most ${MOST_WORDS} words: two sentences`;

/** Without figures and text in parentheses. */
const wordsOf = (sentence: string) =>
	sentence
		.replace(/\([^)]*\)/g, '')
		.split(' ')
		.filter((word) => /\p{L}/u.test(word));

/** The rules of the style guide that a sentence breaks. */
export function findingsIn(sentence: string): Finding[] {
	const broken = RULES.filter(({ pattern }) => pattern.test(sentence));
	const isTooLong = wordsOf(sentence).length > MOST_WORDS;
	return [...broken.map(({ instead }) => instead), ...(isTooLong ? [TOO_LONG] : [])].map(
		(instead) => ({ sentence, instead }),
	);
}

const isRow = (block: string) => block.trimStart().startsWith('|');

const SENTENCE_END = /(?<=[.!?]["”’)*]*)\s+(?=[*“"(]*(?:[A-Z`]|n8n))/;

/** The sentences of one paragraph. */
export const sentencesOf = (text: string): string[] =>
	text
		.split(SENTENCE_END)
		.map(plain)
		.filter((sentence) => sentence !== '');

/** The sentences of a page, from paragraphs, items and cells, without code and pictures. */
export const proseOf = (page: string): string[] =>
	page
		.replace(/^ *```[\s\S]*?^ *```$/gm, '')
		.replace(/<!--[\s\S]*?-->/g, '')
		.replace(/!\[[^\]]*\]\([^)]*\)/g, '')
		.replace(/`[^`]*`/g, '`…`')
		.replace(/<[^>]+>/g, '')
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|\|))/)
		.flatMap((block) => (isRow(block) ? block.split('|') : [block]))
		.flatMap(sentencesOf);
