/** What stands on and around a map. */
export const mapLayer = {
  'mapLayer.label': '地图',
  'mapLayer.noGraphics': '此浏览器无法绘制地图（WebGL 不可用）。列表和数据不受影响。',
  'mapLayer.zoomIn': '放大',
  'mapLayer.zoomOut': '缩小',
  'mapLayer.north': '朝向正北',
  'mapLayer.coordinates': '坐标',
  'mapLayer.fold': '收起面板',
  'mapLayer.unfold': '展开面板',
  'mapLayer.fitAll': '显示全部',
  'mapLayer.dataAge': '数据更新于 {age}',
  'mapLayer.noData': '尚未收到实时数据',
} as const;
