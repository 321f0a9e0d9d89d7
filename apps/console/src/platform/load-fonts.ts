export * from '@eyrie/web/load-fonts';
