export const deviceHealthCalls = {};
