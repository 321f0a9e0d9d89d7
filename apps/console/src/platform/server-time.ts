export * from '@eyrie/web/server-time';
