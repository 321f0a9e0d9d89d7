export * from './files.calls.ts';
export * from './key-header.ts';
export * from './layer-choices.ts';
export * from './layer-source.ts';
export * from './layer.calls.ts';
export * from './mosaic.ts';
export * from './photogrammetry.ts';
export * from './photogrammetry.calls.ts';
