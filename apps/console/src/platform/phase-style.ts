export * from '@eyrie/web/phase-style';
