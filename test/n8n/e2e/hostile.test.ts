import { describeLargeAnswers } from '../sharedTests/largeAnswers';

describeLargeAnswers();
