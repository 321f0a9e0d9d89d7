export * from '@eyrie/web/map';
