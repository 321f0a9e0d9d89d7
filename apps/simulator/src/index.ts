export * from './modules/dock/index.ts';
export * from './modules/open-device/index.ts';
