import { commandLine } from '../core/commandLine';
import { sharedAddress } from './sharedAddress';

void commandLine(() => sharedAddress);
