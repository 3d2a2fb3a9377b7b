import { commandLine } from './core/commandLine';
import { storms } from './client/storm';

void commandLine(() => storms());
