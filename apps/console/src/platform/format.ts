export * from '@eyrie/web/format';
