// Printed by scripts/print-outside-calls.mjs from the declarations of the calls.
export const printedCalls = {
 "background": {
  "method": "GET",
  "path": "/nebula-five/background/get.rest",
  "effect": "reads",
  "answer": {
   "type": "object",
   "properties": {
    "pcName": {
     "type": "string"
    },
    "menuTheme": {
     "type": "integer",
     "minimum": -9007199254740991,
     "maximum": 9007199254740991
    },
    "menuColor": {
     "type": [
      "string",
      "null"
     ]
    },
    "accentColor": {
     "type": [
      "string",
      "null"
     ]
    },
    "backgroundColor": {
     "type": [
      "string",
      "null"
     ]
    },
    "backgroundPIC": {
     "type": [
      "string",
      "null"
     ]
    },
    "logoPIC": {
     "type": [
      "string",
      "null"
     ]
    },
    "longitude": {
     "type": "number",
     "minimum": -180,
     "maximum": 180
    },
    "latitude": {
     "type": "number",
     "minimum": -90,
     "maximum": 90
    },
    "levelMAX": {
     "type": "number"
    },
    "levelMIN": {
     "type": "number"
    },
    "level": {
     "type": "number"
    },
    "url": {
     "type": "string"
    },
    "tileLevels": {
     "anyOf": [
      {
       "type": "object",
       "properties": {
        "min": {
         "type": "integer",
         "minimum": -9007199254740991,
         "maximum": 9007199254740991
        },
        "max": {
         "type": "integer",
         "minimum": -9007199254740991,
         "maximum": 9007199254740991
        }
       },
       "required": [
        "min",
        "max"
       ]
      },
      {
       "type": "null"
      }
     ]
    },
    "nameChineseOnly": {
     "type": "boolean"
    },
    "insuranceRequired": {
     "type": "boolean"
    },
    "version": {
     "type": "integer",
     "minimum": -9007199254740991,
     "maximum": 9007199254740991
    }
   },
   "required": [
    "pcName",
    "menuTheme",
    "menuColor",
    "accentColor",
    "backgroundColor",
    "backgroundPIC",
    "longitude",
    "latitude",
    "levelMAX",
    "levelMIN",
    "level",
    "url",
    "tileLevels",
    "nameChineseOnly",
    "insuranceRequired",
    "version"
   ]
  }
 },
 "shownOutside": {
  "method": "GET",
  "path": "/nebula-five/operation/getPublicNotice.rest",
  "effect": "reads",
  "answer": {
   "type": "object",
   "properties": {
    "at": {
     "type": "integer",
     "minimum": -9007199254740991,
     "maximum": 9007199254740991
    },
    "list": {
     "type": "array",
     "items": {
      "type": "object",
      "properties": {
       "oid": {
        "type": "string",
        "pattern": "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$"
       },
       "kind": {
        "type": "string",
        "enum": [
         "announcement",
         "maintenance"
        ]
       },
       "level": {
        "type": "string",
        "enum": [
         "info",
         "attention"
        ]
       },
       "texts": {
        "type": "object",
        "properties": {
         "zh": {
          "type": "string"
         },
         "en": {
          "type": "string"
         },
         "ar": {
          "type": "string"
         }
        },
        "required": [
         "zh",
         "en",
         "ar"
        ]
       },
       "from": {
        "type": "integer",
        "minimum": -9007199254740991,
        "maximum": 9007199254740991
       },
       "until": {
        "type": "integer",
        "minimum": -9007199254740991,
        "maximum": 9007199254740991
       }
      },
      "required": [
       "oid",
       "kind",
       "level",
       "texts",
       "from",
       "until"
      ]
     }
    }
   },
   "required": [
    "at",
    "list"
   ]
  }
 },
 "openIdDoors": {
  "method": "POST",
  "path": "/nebula-five/login/openIdDoors.rest",
  "effect": "reads",
  "answer": {
   "type": "array",
   "items": {
    "type": "object",
    "properties": {
     "oid": {
      "type": "string",
      "pattern": "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$"
     },
     "name": {
      "type": "string"
     }
    },
    "required": [
     "oid",
     "name"
    ]
   }
  }
 }
} as const;
