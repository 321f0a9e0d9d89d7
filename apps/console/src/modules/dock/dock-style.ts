export * from '@eyrie/web/dock-style';
