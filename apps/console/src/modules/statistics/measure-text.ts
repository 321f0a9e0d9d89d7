export * from '@eyrie/web/measure-text';
