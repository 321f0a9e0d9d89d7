export * from '@eyrie/web/link-state';
