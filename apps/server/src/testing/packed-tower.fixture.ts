import createEncoderModule from 'draco3d/draco_encoder_nodejs.js';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { glbOf, towerMesh, towerParts, type Tower } from './tower.fixture.ts';

/** The model of a tower whose views are packed by meshopt. */
export async function meshoptTower(tower: Tower): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const { json } = towerParts(tower);
  const { places, indices } = towerMesh(tower);
  const packed = [
    MeshoptEncoder.encodeGltfBuffer(new Uint8Array(places.buffer), places.length / 3, 12, 'ATTRIBUTES'),
    MeshoptEncoder.encodeGltfBuffer(new Uint8Array(indices.buffer), indices.length, 2, 'TRIANGLES'),
  ] as const;
  const view = (at: 0 | 1, count: number, byteStride: number, mode: string): object => ({
    buffer: 1,
    byteLength: count * byteStride,
    extensions: {
      EXT_meshopt_compression: {
        buffer: 0,
        byteOffset: at === 0 ? 0 : packed[0].length,
        byteLength: packed[at].length,
        byteStride,
        count,
        mode,
      },
    },
  });
  const model = {
    ...json,
    extensionsRequired: ['EXT_meshopt_compression'],
    bufferViews: [view(0, places.length / 3, 12, 'ATTRIBUTES'), view(1, indices.length, 2, 'TRIANGLES')],
    buffers: [
      { byteLength: packed[0].length + packed[1].length },
      { byteLength: 1_000, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
  };
  return glbOf(model, Buffer.concat(packed));
}

/** The model of a tower packed by Draco. */
export async function dracoTower(tower: Tower): Promise<Uint8Array> {
  const draco = await createEncoderModule({});
  const [encoder, builder, mesh] = [new draco.Encoder(), new draco.MeshBuilder(), new draco.Mesh()];
  const { places, indices } = towerMesh(tower);
  builder.AddFacesToMesh(mesh, indices.length / 3, Uint32Array.from(indices));
  const id = builder.AddFloatAttributeToMesh(mesh, draco.POSITION, places.length / 3, 3, places);
  encoder.SetEncodingMethod(draco.MESH_EDGEBREAKER_ENCODING);
  encoder.SetAttributeQuantization(draco.POSITION, 16);
  const out = new draco.DracoInt8Array();
  const length = encoder.EncodeMeshToDracoBuffer(mesh, out);
  const body = Uint8Array.from({ length }, (_, at) => out.GetValue(at));
  const packed = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: id } } };
  const { json } = towerParts(tower, { extensions: packed });
  const model = {
    ...json,
    extensionsRequired: ['KHR_draco_mesh_compression'],
    accessors: json.accessors.map(({ componentType, count, type }) => ({ componentType, count, type })),
    bufferViews: [{ buffer: 0, byteLength: length }],
    buffers: [{ byteLength: length }],
  };
  return glbOf(model, body);
}
