import { describeAllLargeAnswers } from '../sharedTests/largeAnswers';

describeAllLargeAnswers();
