export const departmentCalls = {};
