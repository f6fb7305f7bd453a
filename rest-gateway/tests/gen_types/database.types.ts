export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      cheeses: {
        Row: {
          ages: unknown
          details: Json | null
          id: number
          label: string | null
          name: string
          price: number | null
          season: Database["public"]["Enums"]["season"]
          seasons: Database["public"]["Enums"]["season"][] | null
          shepherd: string
        }
        Insert: {
          ages?: unknown
          details?: Json | null
          id?: never
          label?: never
          name: string
          price?: number | null
          season?: Database["public"]["Enums"]["season"]
          seasons?: Database["public"]["Enums"]["season"][] | null
          shepherd: string
        }
        Update: {
          ages?: unknown
          details?: Json | null
          id?: never
          label?: never
          name?: string
          price?: number | null
          season?: Database["public"]["Enums"]["season"]
          seasons?: Database["public"]["Enums"]["season"][] | null
          shepherd?: string
        }
        Relationships: [
          {
            foreignKeyName: "cheeses_shepherd_fkey"
            columns: ["shepherd"]
            isOneToOne: false
            referencedRelation: "shepherds"
            referencedColumns: ["id"]
          },
        ]
      }
      portraits: {
        Row: {
          picture: string | null
          shepherd: string
        }
        Insert: {
          picture?: string | null
          shepherd: string
        }
        Update: {
          picture?: string | null
          shepherd?: string
        }
        Relationships: [
          {
            foreignKeyName: "portraits_shepherd_fkey"
            columns: ["shepherd"]
            isOneToOne: true
            referencedRelation: "shepherds"
            referencedColumns: ["id"]
          },
        ]
      }
      shepherds: {
        Row: {
          born: string | null
          email: string | null
          home: Database["public"]["CompositeTypes"]["place"] | null
          id: string
          name: string
          "Since Year": number | null
          tags: string[]
          full_name: string | null
        }
        Insert: {
          born?: string | null
          email?: string | null
          home?: Database["public"]["CompositeTypes"]["place"] | null
          id?: string
          name: string
          "Since Year"?: number | null
          tags?: string[]
        }
        Update: {
          born?: string | null
          email?: string | null
          home?: Database["public"]["CompositeTypes"]["place"] | null
          id?: string
          name?: string
          "Since Year"?: number | null
          tags?: string[]
        }
        Relationships: []
      }
    }
    Views: {
      cheese_counts: {
        Row: {
          cheeses: number | null
          shepherd: string | null
        }
        Relationships: [
          {
            foreignKeyName: "cheeses_shepherd_fkey"
            columns: ["shepherd"]
            isOneToOne: false
            referencedRelation: "shepherds"
            referencedColumns: ["id"]
          },
        ]
      }
      young_cheeses: {
        Row: {
          id: number | null
          name: string | null
          shepherd: string | null
        }
        Insert: {
          id?: number | null
          name?: string | null
          shepherd?: string | null
        }
        Update: {
          id?: number | null
          name?: string | null
          shepherd?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "cheeses_shepherd_fkey"
            columns: ["shepherd"]
            isOneToOne: false
            referencedRelation: "shepherds"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Functions: {
      best_cheese: {
        Args: never
        Returns: {
          ages: unknown
          details: Json | null
          id: number
          label: string | null
          name: string
          price: number | null
          season: Database["public"]["Enums"]["season"]
          seasons: Database["public"]["Enums"]["season"][] | null
          shepherd: string
        }
        SetofOptions: {
          from: "*"
          to: "cheeses"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      cheeses_of: {
        Args: {
          min_price?: number
          season: Database["public"]["Enums"]["season"]
        }
        Returns: {
          ages: unknown
          details: Json | null
          id: number
          label: string | null
          name: string
          price: number | null
          season: Database["public"]["Enums"]["season"]
          seasons: Database["public"]["Enums"]["season"][] | null
          shepherd: string
        }[]
        SetofOptions: {
          from: "*"
          to: "cheeses"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      echo: { Args: { "": Json }; Returns: Json }
      full_name: {
        Args: { "": Database["public"]["Tables"]["shepherds"]["Row"] }
        Returns: { error: true } & "public.full_name is a computed field: select it with the row, instead of calling it"
      }
      prices: {
        Args: never
        Returns: {
          cheese: string
          price: number
        }[]
      }
      ripen: { Args: never; Returns: undefined }
      weigh:
        | {
            Args: { grams: number }
            Returns: { error: true } & "public.weigh has overloads with the same names of arguments, between which a call cannot choose"
          }
        | {
            Args: { grams: string }
            Returns: { error: true } & "public.weigh has overloads with the same names of arguments, between which a call cannot choose"
          }
    }
    Enums: {
      season: "spring" | "summer" | "autumn"
    }
    CompositeTypes: {
      place: {
        village: string | null
        altitude: number | null
      }
    }
  }
  shop: {
    Tables: {
      orders: {
        Row: {
          cheese: number | null
          id: number
        }
        Insert: {
          cheese?: number | null
          id: number
        }
        Update: {
          cheese?: number | null
          id?: number
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      [_ in never]: never
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals["public"]

type SchemaOption = { schema: keyof DatabaseWithoutInternals }

/** The schema that an option names; the default one for a plain name. */
type SchemaOf<NameOrOptions> = NameOrOptions extends {
  schema: infer Name extends keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[Name]
  : DefaultSchema

type Relations<Schema> = Schema extends { Tables: infer T; Views: infer V }
  ? T & V
  : never

type Kind<Schema, Name extends string> = Schema extends { [K in Name]: infer T }
  ? T
  : never

/** The names that follow an option; none follow a plain name. */
type NameIn<NameOrOptions, Objects> = NameOrOptions extends SchemaOption
  ? keyof Objects
  : never

/** The object that is named, directly or in the schema of an option. */
type Named<NameOrOptions, Name, Objects> = NameOrOptions extends SchemaOption
  ? Objects[Name & keyof Objects]
  : Objects[NameOrOptions & keyof Objects]

type Member<Relation, Name extends string> = Relation extends {
  [K in Name]: infer T
}
  ? T
  : never

export type Tables<
  NameOrOptions extends keyof Relations<DefaultSchema> | SchemaOption,
  Name extends NameIn<NameOrOptions, Relations<SchemaOf<NameOrOptions>>> = never,
> = Member<
  Named<NameOrOptions, Name, Relations<SchemaOf<NameOrOptions>>>,
  "Row"
>

export type TablesInsert<
  NameOrOptions extends keyof DefaultSchema["Tables"] | SchemaOption,
  Name extends NameIn<
    NameOrOptions,
    Kind<SchemaOf<NameOrOptions>, "Tables">
  > = never,
> = Member<
  Named<NameOrOptions, Name, Kind<SchemaOf<NameOrOptions>, "Tables">>,
  "Insert"
>

export type TablesUpdate<
  NameOrOptions extends keyof DefaultSchema["Tables"] | SchemaOption,
  Name extends NameIn<
    NameOrOptions,
    Kind<SchemaOf<NameOrOptions>, "Tables">
  > = never,
> = Member<
  Named<NameOrOptions, Name, Kind<SchemaOf<NameOrOptions>, "Tables">>,
  "Update"
>

export type Enums<
  NameOrOptions extends keyof DefaultSchema["Enums"] | SchemaOption,
  Name extends NameIn<
    NameOrOptions,
    Kind<SchemaOf<NameOrOptions>, "Enums">
  > = never,
> = Named<NameOrOptions, Name, Kind<SchemaOf<NameOrOptions>, "Enums">>

export type CompositeTypes<
  NameOrOptions extends keyof DefaultSchema["CompositeTypes"] | SchemaOption,
  Name extends NameIn<
    NameOrOptions,
    Kind<SchemaOf<NameOrOptions>, "CompositeTypes">
  > = never,
> = Named<NameOrOptions, Name, Kind<SchemaOf<NameOrOptions>, "CompositeTypes">>

export const Constants = {
  public: {
    Enums: {
      season: ["spring", "summer", "autumn"],
    },
  },
  shop: {
    Enums: {},
  },
} as const
