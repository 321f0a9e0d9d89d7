export * from '@eyrie/web/theme';
