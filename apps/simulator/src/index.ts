export * from './modules/dock/index.ts';
