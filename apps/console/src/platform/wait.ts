export * from '@eyrie/web/wait';
