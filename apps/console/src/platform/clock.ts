export * from '@eyrie/web/clock';
