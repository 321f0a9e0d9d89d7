export * from '@eyrie/web/drone-style';
