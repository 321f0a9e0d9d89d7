export const notificationCalls = {};
