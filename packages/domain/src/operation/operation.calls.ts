export const operationCalls = {};
