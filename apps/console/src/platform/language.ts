export * from '@eyrie/web/language';
