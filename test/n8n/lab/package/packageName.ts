export const PACKAGE = 'n8n-nodes-venue-platform';
