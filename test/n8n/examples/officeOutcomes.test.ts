import { describeOutcomes } from './outcomes/describeOutcomes';
import { office } from './outcomes/office';

describeOutcomes(office);
