export * from '@eyrie/web/figures';
