import { newestRelease } from '../lab/installation/release';
import { describeSwitchOnAgain } from './describeSwitchOnAgain';

describeSwitchOnAgain(newestRelease);
