import { describeOutcomes } from './outcomes/describeOutcomes';
import { guests } from './outcomes/guests';

describeOutcomes(guests);
