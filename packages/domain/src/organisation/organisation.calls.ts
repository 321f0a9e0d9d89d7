export const organisationCalls = {};
