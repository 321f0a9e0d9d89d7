export * from '@eyrie/web/telemetry';
