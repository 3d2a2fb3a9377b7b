import {
	BROKE_OFF,
	CROWDED,
	type Fault,
	hasUnreadableHeaders,
	isCertificateFault,
	STALLED,
	TOO_LARGE,
} from '../answers/fault';
import {
	type CallWords,
	explainBrokenAnswer,
	type Explanation,
	MAY_BE_DONE,
	quoted,
	TELL_SUPPORT,
} from './explanations';

/** No answer has come, or n8n cannot take it in. */
export function explainFault(
	fault: Fault,
	host: string,
	mayHaveArrived: boolean,
	words: CallWords = {},
): Explanation {
	const { narrowedBy, unclearAdvice = MAY_BE_DONE } = words;
	const unreachable = `The venue could not be reached at ${host}`;
	if (fault.code === '') {
		return {
			message: `The request to ${host} could not be sent${quoted(fault.text)}`,
			description:
				'n8n stopped it before it left. Check Base URL in the credential. If it is right, ask the administrator of n8n to allow this address.',
			cause: 'configuration-invalid',
		};
	}
	if (isCertificateFault(fault)) {
		return {
			message: `The secure connection to ${host} could not be trusted`,
			description:
				'Check Base URL in the credential. If it is right, ask the administrator of n8n: a proxy of your network may stand in between. Otherwise, the venue platform’s support has to renew its certificate.',
			cause: 'configuration-invalid',
		};
	}
	if (fault.neverLeft) {
		return {
			message: unreachable,
			description:
				'Check Base URL in the credential and the internet connection of n8n, then try again.',
		};
	}
	if (fault.code === TOO_LARGE) {
		return {
			message: 'The venue’s answer is larger than n8n can take in',
			description: `${mayHaveArrived ? `${unclearAdvice} ` : ''}All that one execution or poll gets counts together, so let an execution handle fewer items. If that does not help, ${lessAtATime(narrowedBy)}`,
			cause: 'configuration-invalid',
			...(mayHaveArrived ? { mayBeDone: true } : {}),
		};
	}
	if (fault.code === CROWDED) {
		return {
			message: 'n8n is reading other large answers, so there was no memory left for this one',
			description: mayHaveArrived
				? unclearAdvice
				: 'Try again in a few minutes. If it stays like this, let workflows that get long lists start at different times.',
			...(mayHaveArrived ? { mayBeDone: true } : {}),
		};
	}
	if (mayHaveArrived) {
		return {
			message: 'The connection to the venue broke off before its answer came',
			description: unclearAdvice,
			mayBeDone: true,
		};
	}
	if (fault.code === STALLED) {
		return {
			message: 'The venue stopped in the middle of its answer',
			description: `It was tried twice. Try again in a few minutes. If it stays like this, ${lessAtATime(narrowedBy)}`,
			mayStay: true,
		};
	}
	if (fault.code === BROKE_OFF) return explainBrokenAnswer(words);
	if (hasUnreadableHeaders(fault)) return explainBrokenAnswer();
	return {
		message: `${unreachable} in time`,
		description: 'It was tried several times. Try again in a few minutes.',
		mayStay: true,
	};
}

/** The venue had minutes to respond. */
export function explainTooLate(mayHaveArrived: boolean, { narrowedBy }: CallWords): Explanation {
	const mayOnlyRead = mayHaveArrived && narrowedBy !== undefined;
	const once = mayHaveArrived
		? 'The venue may have carried out this request, or still do so, and it was not sent again. Check at the venue whether it was done.'
		: 'Try again later.';
	return {
		message: 'The venue needs longer for this than n8n waits',
		description: `${once} ${mayOnlyRead ? 'If this only reads' : 'If it stays like this'}, ${lessAtATime(narrowedBy)}`,
		mayStay: true,
		...(mayHaveArrived ? { mayBeDone: true } : {}),
	};
}

function lessAtATime(narrowedBy?: string): string {
	return narrowedBy === undefined
		? TELL_SUPPORT
		: `ask for less at a time, for example with ${narrowedBy}.`;
}
