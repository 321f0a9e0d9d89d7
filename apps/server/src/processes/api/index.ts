export { createPilotLive } from './pilot-live.ts';
export { createLive, originAllowed } from './live.ts';
export { createOrganisationFeed } from './organisation-feed.ts';
export { createRefusedCredentials } from './refused-credentials.ts';
export { openHealthPort } from './health-port.ts';
export { buildApi, closeApi } from './http.ts';
