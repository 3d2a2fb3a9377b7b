import { describeImports } from './imports/describeImports';

/** The others take minutes: `weekly/imports` has them all. */
describeImports(['office/new-bookings']);
