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
      host_applications: {
        Row: {
          additional_services: string
          address: string
          amenities: string[]
          availability_end: string | null
          availability_start: string | null
          city: string
          created_at: string
          description: string
          email: string
          experience_years: number
          first_name: string
          hotel_id: number | null
          id: string
          last_name: string
          max_guests: number
          motivation: string
          number_of_rooms: number
          phone: string
          photos_urls: string[]
          postal_code: string
          previous_hosting: string
          price_per_night: number
          property_name: string
          property_type: string
          room_types: string[]
          status: string
          updated_at: string
        }
        Insert: {
          additional_services?: string
          address: string
          amenities?: string[]
          availability_end?: string | null
          availability_start?: string | null
          city: string
          created_at?: string
          description?: string
          email: string
          experience_years?: number
          first_name: string
          hotel_id?: number | null
          id?: string
          last_name: string
          max_guests?: number
          motivation?: string
          number_of_rooms?: number
          phone: string
          photos_urls: string[]
          postal_code?: string
          previous_hosting?: string
          price_per_night?: number
          property_name: string
          property_type: string
          room_types?: string[]
          status?: string
          updated_at?: string
        }
        Update: {
          additional_services?: string
          address?: string
          amenities?: string[]
          availability_end?: string | null
          availability_start?: string | null
          city?: string
          created_at?: string
          description?: string
          email?: string
          experience_years?: number
          first_name?: string
          hotel_id?: number | null
          id?: string
          last_name?: string
          max_guests?: number
          motivation?: string
          number_of_rooms?: number
          phone?: string
          photos_urls?: string[]
          postal_code?: string
          previous_hosting?: string
          price_per_night?: number
          property_name?: string
          property_type?: string
          room_types?: string[]
          status?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "host_applications_hotel_id_fkey"
            columns: ["hotel_id"]
            isOneToOne: true
            referencedRelation: "hotels"
            referencedColumns: ["id"]
          },
        ]
      }
      hotel_reviews: {
        Row: {
          created_at: string
          establishment: string
          hotel_id: number | null
          hotel_identifier: string
          hotel_name: string
          id: string
          is_verified: boolean
          language: string | null
          rating: number
          review_text: string
          review_title: string
          stay_date: string | null
          user_id: string | null
          user_name: string
        }
        Insert: {
          created_at?: string
          establishment?: never
          hotel_id?: number | null
          hotel_identifier: string
          hotel_name?: string
          id?: string
          is_verified?: boolean
          language?: string | null
          rating: number
          review_text?: string
          review_title?: string
          stay_date?: string | null
          user_id?: string | null
          user_name: string
        }
        Update: {
          created_at?: string
          establishment?: never
          hotel_id?: number | null
          hotel_identifier?: string
          hotel_name?: string
          id?: string
          is_verified?: boolean
          language?: string | null
          rating?: number
          review_text?: string
          review_title?: string
          stay_date?: string | null
          user_id?: string | null
          user_name?: string
        }
        Relationships: [
          {
            foreignKeyName: "hotel_reviews_hotel_id_fkey"
            columns: ["hotel_id"]
            isOneToOne: false
            referencedRelation: "hotels"
            referencedColumns: ["id"]
          },
        ]
      }
      hotels: {
        Row: {
          amenities: string[]
          city: string
          created_at: string
          description: string
          id: number
          images: string[]
          is_active: boolean
          latitude: number | null
          location: string
          longitude: number | null
          max_guests: number | null
          name: string
          number_of_rooms: number | null
          price_per_night: number
          property_type: string
          rating: number
          reviews_count: number
          room_types: string[]
          updated_at: string
        }
        Insert: {
          amenities?: string[]
          city: string
          created_at?: string
          description?: string
          id?: number
          images?: string[]
          is_active?: boolean
          latitude?: number | null
          location: string
          longitude?: number | null
          max_guests?: number | null
          name: string
          number_of_rooms?: number | null
          price_per_night: number
          property_type?: string
          rating?: number
          reviews_count?: number
          room_types?: string[]
          updated_at?: string
        }
        Update: {
          amenities?: string[]
          city?: string
          created_at?: string
          description?: string
          id?: number
          images?: string[]
          is_active?: boolean
          latitude?: number | null
          location?: string
          longitude?: number | null
          max_guests?: number | null
          name?: string
          number_of_rooms?: number | null
          price_per_night?: number
          property_type?: string
          rating?: number
          reviews_count?: number
          room_types?: string[]
          updated_at?: string
        }
        Relationships: []
      }
      profiles: {
        Row: {
          address: string
          city: string
          country: string
          created_at: string
          email: string
          first_name: string
          id: string
          last_name: string
          phone: string
          postal_code: string
          updated_at: string
        }
        Insert: {
          address?: string
          city?: string
          country?: string
          created_at?: string
          email: string
          first_name?: string
          id: string
          last_name?: string
          phone?: string
          postal_code?: string
          updated_at?: string
        }
        Update: {
          address?: string
          city?: string
          country?: string
          created_at?: string
          email?: string
          first_name?: string
          id?: string
          last_name?: string
          phone?: string
          postal_code?: string
          updated_at?: string
        }
        Relationships: []
      }
      translations: {
        Row: {
          key: string
          language: string
          updated_at: string
          value: string
        }
        Insert: {
          key: string
          language: string
          updated_at?: string
          value: string
        }
        Update: {
          key?: string
          language?: string
          updated_at?: string
          value?: string
        }
        Relationships: []
      }
      user_searches: {
        Row: {
          checkin: string | null
          checkout: string | null
          created_at: string
          destination: string
          guests: number
          id: string
          user_id: string
        }
        Insert: {
          checkin?: string | null
          checkout?: string | null
          created_at?: string
          destination: string
          guests?: number
          id?: string
          user_id?: string
        }
        Update: {
          checkin?: string | null
          checkout?: string | null
          created_at?: string
          destination?: string
          guests?: number
          id?: string
          user_id?: string
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
    Enums: {},
  },
} as const
