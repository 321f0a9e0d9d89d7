export * from '@eyrie/web/text';
