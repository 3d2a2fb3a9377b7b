const MOST = 100;

/**
 * Repeats that one surface of the venue may still be asked for. Answered calls earn them, so that
 * a call here and there is repeated, and an outage is not made worse by everybody repeating all.
 */
export class RetryBudget {
	private left = MOST;

	spend(): boolean {
		if (this.left < 1) return false;
		this.left--;
		return true;
	}

	earn(): void {
		this.left = Math.min(MOST, this.left + 1);
	}
}
