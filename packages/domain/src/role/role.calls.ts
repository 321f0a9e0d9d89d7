export const roleCalls = {};
