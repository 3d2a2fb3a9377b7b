import { describeImports } from './imports/describeImports';

/** The others take minutes: `weekly/imports` runs them all. */
describeImports(['office/new-bookings']);
