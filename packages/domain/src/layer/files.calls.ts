/** Where the files of layers are fetched. */
export const layerTilePath = '/nebula-five/layer/tile/{id}/{z}/{x}/{y}.rest';
export const layerFilePath = '/nebula-five/layer/file/{id}/{name}.rest';
