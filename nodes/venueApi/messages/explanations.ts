import { type Answer, isServersOwn, statusKindOf } from '../answers/answer';
import type { Cause } from './cause';
import { isRecord, trimmed } from '../records';
import { inOneLine, reasonForLimit, serverMessagesIn } from './serverMessages';

/** What happened and what to do about it, in the words of a venue manager. */
export interface Explanation {
	message: string;
	description: string;
	httpCode?: string;
	/** When it works again. */
	retryAt?: Date;
	/** Only if the status does not say it: see `causeOf`. */
	cause?: Cause;
	/** It should end by itself, but it may stay like this. */
	mayStay?: true;
	/** The venue may have carried out a call that must not be sent twice. */
	mayBeDone?: true;
	/** What helps if it comes again and again. The description has it, too. */
	remedy?: string;
}

/** The words for a call in messages: what it is about, as far as the user knows it. */
export interface CallWords {
	/** The scope that the venue owner has to grant for it. */
	scope?: string;
	/** What the user is looking for, such as “booking”. */
	entity?: string;
	/** The name of a call that not every venue offers. */
	knownAs?: string;
	/** The label of the field in which the user entered the path of the call. */
	enteredAs?: string;
	/** The labels of all fields that make up such a call. */
	enteredBy?: string;
	/** The fields with which the user can ask for less at a time. */
	narrowedBy?: string;
	/** What to do if the response should be a list and is none. */
	listAdvice?: string;
	/** What to do if nothing shows whether it was done. */
	unclearAdvice?: string;
	/** What to do if the venue wants something to search by. */
	searchAdvice?: string;
}

/** For operations that have this field. */
export const SEARCH_BY_QUERY = 'enter that in Additional Query Parameters';

const CONSOLE = 'the venue management console';
/** The venue owner can add a scope, but does not know which one a call needs. */
const ASK_FOR_SCOPE = 'The venue platform’s support knows its name.';
export const TELL_SUPPORT =
	'tell the venue platform’s support what this node was asked to do and when.';

const NAMES_NOTHING = `It does not say why. Compare the fields of this node with the venue’s API documentation. If they are right, ${TELL_SUPPORT}`;

export function explainAnswer(answer: Answer, words: CallWords): Explanation {
	const said = inOneLine(serverMessagesIn(answer.body));
	return { ...explainStatus(answer, said, words), httpCode: String(answer.status) };
}

function explainStatus(answer: Answer, said: string, words: CallWords): Explanation {
	switch (statusKindOf(answer.status)) {
		case 'invalid': {
			const search =
				words.searchAdvice === undefined
					? ''
					: ` If it wants something to search by, ${words.searchAdvice}.`;
			return {
				message: `The venue did not accept the values of this request${quoted(said)}`,
				description: `${said ? 'Correct what the venue names.' : NAMES_NOTHING}${search}`,
			};
		}
		case 'unauthorized':
			return {
				message: 'The venue does not accept the access token of these credentials',
				description:
					'The token is up to date, but the venue did not accept it here. Open the credential and test it. If the test passes, ask the venue owner whether these credentials may use this part of the API.',
			};
		case 'forbidden':
			return explainForbidden(answer, said, words);
		case 'notFound':
			return explainNotFound(words, NOT_FOUND.test(said) ? '' : said);
		case 'ruledOut':
			return {
				message: said || 'The venue’s rules do not allow this',
				description: `The venue’s own rules stopped this request. ${said ? 'Change what it names.' : NAMES_NOTHING}`,
			};
		case 'redirected':
			return {
				message: 'The venue’s address sends requests on to another address',
				description:
					words.enteredAs === undefined
						? 'To keep secrets from reaching another address, redirects are not followed. Enter the final address as Base URL in the credential.'
						: `Compare ${words.enteredAs} with the venue’s API documentation: a slash at its end may be missing or too many. To keep secrets from reaching another address, redirects are not followed here. n8n’s HTTP Request node with this credential follows them, without the access token if they lead to another host.`,
			};
		case 'rateLimited': {
			const reason = reasonForLimit(answer.body);
			return {
				message: `The venue has received too many requests${quoted(reason)}`,
				description: `It still said so when there was no time left to wait. Try again in a few minutes${reason ? ', or do what the venue says' : ''}. If it stays like this, let workflows that ask this venue for much run at different times.`,
			};
		}
		case 'maintenance':
			return {
				message: `The venue’s service is down for maintenance${quoted(said)}`,
				description: 'Nothing is wrong with this workflow. Try again later.',
			};
		default:
			if (words.knownAs !== undefined && !isServersOwn(answer.status)) {
				return explainNotOffered(words.knownAs, said);
			}
			if (words.enteredAs !== undefined && !isServersOwn(answer.status)) {
				return {
					message: `The venue does not take this request at the address in ${words.enteredAs}${quoted(said)}`,
					description: `Compare ${words.enteredBy ?? words.enteredAs} with the venue’s API documentation.`,
				};
			}
			return {
				message: `The venue could not handle this request${quoted(said)}`,
				description: `Try again in a few minutes. If it stays like this, ${TELL_SUPPORT}`,
			};
	}
}

export function quoted(said: string): string {
	return said ? `: ${said}` : '';
}

function explainForbidden({ body }: Answer, said: string, { scope }: CallWords): Explanation {
	const permission = scope ? `the scope “${scope}”` : 'a scope that this operation needs';
	if (namesScope(body)) {
		const advice = `Ask the venue owner to add ${scope ? permission : 'it'} to these credentials in ${CONSOLE}.`;
		return {
			message: `These credentials do not have ${permission}${quoted(ONLY_NAMES_SCOPE.test(said) ? '' : said)}`,
			description: scope ? advice : `${ASK_FOR_SCOPE} ${advice}`,
		};
	}
	const mayBeMissing = `${permission.charAt(0).toUpperCase()}${permission.slice(1)} may be missing. ${scope ? '' : `${ASK_FOR_SCOPE} `}`;
	return {
		message: `The venue refused access${quoted(said)}`,
		description: `${said ? '' : mayBeMissing}The credentials may be disabled, the venue may be closed down, or it may not be open for the API. Ask the venue owner to look at these credentials in ${CONSOLE}.`,
	};
}

const ONLY_NAMES_SCOPE = /^(invalid|insufficient)[ _]scope\.$/i;

/**
 * Whether a refusal is about a scope that the venue owner can add. Some services say it with a code
 * beside the words for a person.
 */
export function namesScope(body: unknown): boolean {
	const code = isRecord(body) ? trimmed(body.error) : '';
	const said = `${code} ${inOneLine(serverMessagesIn(body))}`;
	return /scope/i.test(said) && /invalid|insufficient|missing|required/i.test(said);
}

/** A venue without this call, or without what the ID stands for. */
function explainNotOffered(name: string, said: string): Explanation {
	return {
		message: `The venue has nothing for “${name}”${quoted(said)}`,
		description:
			'Check the ID, if the call has one. If it is right, this venue does not offer the call: ask the venue platform’s support which one it has, and choose Enter a Path in Call.',
	};
}

/** Only the name of the status. */
const NOT_FOUND = /^(404 )?not found\.$/i;

export function explainNotFound({ entity, enteredAs, knownAs }: CallWords, said = ''): Explanation {
	if (knownAs !== undefined) return explainNotOffered(knownAs, said);
	if (enteredAs !== undefined) {
		return {
			message: `The venue has nothing at the address in ${enteredAs}${quoted(said)}`,
			description: `Compare ${enteredAs} with the venue’s API documentation: spelling, capital letters and IDs count. It begins after the Base URL of the credential.`,
		};
	}
	if (entity === undefined) {
		return {
			message: `The venue has nothing at this address${quoted(said)}`,
			description:
				'Compare Base URL in the credential with the address that the venue was given. If other operations work, the venue does not offer this one: ask the venue platform’s support.',
		};
	}
	return {
		message: `There is no such ${entity} for this venue${quoted(said)}`,
		description: `Check the ID. These credentials see one venue in one environment only: a ${entity} of another venue, or of the playground, is not found.`,
	};
}

export const MAY_BE_DONE =
	'The venue may have carried out this request, so it was not sent again. Check at the venue whether it was done before you run this again.';

/** For a request that must not be sent twice and may already have been carried out. */
export function explainUnclear(
	{ status, body }: Answer,
	{ enteredAs, unclearAdvice = MAY_BE_DONE }: CallWords,
): Explanation {
	const kind = statusKindOf(status);
	// A response that broke off or leads on to another address says nothing.
	const isSilent = kind === 'accepted' || kind === 'redirected';
	const said = isSilent ? '' : inOneLine(serverMessagesIn(body));
	const address = enteredAs === undefined ? '' : ` or ${enteredAs}`;
	const ledOn =
		kind === 'redirected'
			? ` If it was not, correct Base URL in the credential${address}: the venue sends this request on to another address. To keep secrets from reaching that address, redirects are not followed.`
			: '';
	return {
		message: `The venue’s answer does not show whether this was done${quoted(said)}`,
		description: `${unclearAdvice}${ledOn}`,
		httpCode: String(status),
		mayBeDone: true,
	};
}

export function explainBrokenAnswer({ enteredAs }: CallWords = {}): Explanation {
	return {
		message: 'The venue’s answer broke off or could not be read',
		description:
			enteredAs === undefined
				? 'Try again. If it stays like this, check that Base URL in the credential is the address of the venue platform’s API.'
				: 'Try again. If it stays like this, make this call with API → Call, and choose Text or File in Options → Response Format to see what the venue sends.',
		mayStay: true,
	};
}

/** Words of the venue that it did not work, in place of what was asked for or beside an empty list. */
export function explainNothingGiven(said: string): Explanation {
	return {
		message: `The venue gave nothing and says that this did not work${quoted(said)}`,
		description: `${said ? 'Correct what the venue names. Otherwise, try' : 'Try'} again in a few minutes. If it stays like this, ${TELL_SUPPORT}`,
		cause: 'temporarily-unavailable',
		mayStay: true,
	};
}

/** The venue has taken the request, and has nothing to give yet. */
export function explainPreparation(): Explanation {
	return {
		message: 'The venue is still preparing this',
		description: `Try again in a few minutes. If it stays like this, ${TELL_SUPPORT}`,
		cause: 'temporarily-unavailable',
		mayStay: true,
	};
}

/** `advice`: if something other than a change of the API is likelier. */
export function explainUnknownForm(expected: string, advice = API_CHANGED): Explanation {
	return {
		message: `The venue’s answer is not ${expected}, so it cannot be used`,
		description: advice,
		cause: 'configuration-invalid',
	};
}

const API_CHANGED =
	'Check that Base URL in the credential is the address of the venue platform’s API. If it is, the API has changed: look for a newer version of this node.';

export const IS_PAGE =
	'A web page came, such as a login page or a notice of maintenance. Try again in a few minutes. If it stays like this, check that Base URL in the credential is the address of the venue platform’s API.';

/** The user expects JSON, or JSON is needed to hide the keys in it. */
export function explainNoJson(advice: string): Explanation {
	return {
		message: 'The venue’s answer is not JSON',
		description: advice,
		cause: 'configuration-invalid',
	};
}
