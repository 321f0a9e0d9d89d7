export * from '@eyrie/web/alarm-sign';
