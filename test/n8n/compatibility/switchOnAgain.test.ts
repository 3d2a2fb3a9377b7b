import { earlierReleases } from '../lab/installation/release';
import { describeSwitchOnAgain } from '../recovery/describeSwitchOnAgain';

// In each, a poll finds n8n's own address in another way.
earlierReleases.forEach(describeSwitchOnAgain);
