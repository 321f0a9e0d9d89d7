/** The form that registers a dock. */
export const register = {
  'register.title': '登记机场',
  'register.name': '机场名称',
  'register.nameRule': '全部为中文，最多 {max} 个汉字',
  'register.vendor.DJI': '大疆（DJI Cloud API）',
  'register.vendor.own': '其他厂商（开放协议）',
  'register.sn': '机场序列号',
  'register.snHint': '印在机场铭牌上，也可在 DJI Pilot 2 中查看',
  'register.submit': '登记',
  'register.done': '机场已登记',
  'register.secretOnce': '请在机场的云服务设置中填写接入地址、用户名和密码。密码仅显示这一次。',
  'register.broker': '接入地址（MQTT）',
  'register.brokerHere':
    '该地址只能从本机访问。请由部署人员设置 EYRIE_PUBLIC_MQTT_URL，或填写机场能访问到的本机地址。',
  'register.mayBeLeft': '选填',
  'register.user': '用户名',
  'register.close': '我已保存',
  'register.insuranceCompany': '保险公司',
} as const;
