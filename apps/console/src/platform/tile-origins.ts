export * from '@eyrie/web/tile-origins';
