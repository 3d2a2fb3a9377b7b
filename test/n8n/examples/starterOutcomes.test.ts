import { describeOutcomes } from './outcomes/describeOutcomes';
import { starters } from './outcomes/starters';

describeOutcomes(starters);
